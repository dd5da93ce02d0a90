# SPDX-License-Identifier: GPL-3.0-or-later
# In place of Kaggle's table of houses: as many rows, the same columns, and as many kinds in each of them.
import math
import random

NUMBERS = {name: (least, most) for name, least, most in (line.split() for line in '''
MSSubClass 20 190,LotFrontage 21 313,LotArea 1300 20000,OverallQual 1 10,OverallCond 1 9,YearBuilt 1872 2010,YearRemodAdd 1950 2010,
MasVnrArea 0 1600,BsmtFinSF1 0 2200,BsmtFinSF2 0 1400,BsmtUnfSF 0 2300,TotalBsmtSF 0 3200,1stFlrSF 334 3200,2ndFlrSF 0 2000,
LowQualFinSF 0 572,GrLivArea 334 4500,BsmtFullBath 0 3,BsmtHalfBath 0 2,FullBath 0 3,HalfBath 0 2,BedroomAbvGr 0 8,KitchenAbvGr 0 3,
TotRmsAbvGrd 2 14,Fireplaces 0 3,GarageYrBlt 1900 2010,GarageCars 0 4,GarageArea 0 1400,WoodDeckSF 0 857,OpenPorchSF 0 547,
EnclosedPorch 0 552,3SsnPorch 0 508,ScreenPorch 0 480,PoolArea 0 738,MiscVal 0 15500,MoSold 1 12,YrSold 2006 2010
'''.replace('\n', '').split(','))}
KINDS = {name: int(count) for name, count in (one.split() for one in '''
MSZoning 5,Street 2,Alley 2,LotShape 4,LandContour 4,Utilities 2,LotConfig 5,LandSlope 3,Neighborhood 25,Condition1 9,Condition2 8,
BldgType 5,HouseStyle 8,RoofStyle 6,RoofMatl 8,Exterior1st 15,Exterior2nd 16,MasVnrType 4,ExterQual 4,ExterCond 5,Foundation 6,
BsmtQual 4,BsmtCond 4,BsmtExposure 4,BsmtFinType1 6,BsmtFinType2 6,Heating 6,HeatingQC 5,CentralAir 2,Electrical 5,KitchenQual 4,
Functional 7,FireplaceQu 5,GarageType 6,GarageFinish 3,GarageQual 5,GarageCond 5,PavedDrive 3,PoolQC 3,Fence 4,MiscFeature 4,
SaleType 9,SaleCondition 6'''.replace('\n', '').split(','))}
COLUMNS = ('MSSubClass MSZoning LotFrontage LotArea Street Alley LotShape LandContour Utilities LotConfig LandSlope Neighborhood '
           'Condition1 Condition2 BldgType HouseStyle OverallQual OverallCond YearBuilt YearRemodAdd RoofStyle RoofMatl Exterior1st '
           'Exterior2nd MasVnrType MasVnrArea ExterQual ExterCond Foundation BsmtQual BsmtCond BsmtExposure BsmtFinType1 BsmtFinSF1 '
           'BsmtFinType2 BsmtFinSF2 BsmtUnfSF TotalBsmtSF Heating HeatingQC CentralAir Electrical 1stFlrSF 2ndFlrSF LowQualFinSF '
           'GrLivArea BsmtFullBath BsmtHalfBath FullBath HalfBath BedroomAbvGr KitchenAbvGr KitchenQual TotRmsAbvGrd Functional '
           'Fireplaces FireplaceQu GarageType GarageYrBlt GarageFinish GarageCars GarageArea GarageQual GarageCond PavedDrive '
           'WoodDeckSF OpenPorchSF EnclosedPorch 3SsnPorch ScreenPorch PoolArea PoolQC Fence MiscFeature MiscVal MoSold YrSold '
           'SaleType SaleCondition').split()
OFTEN_UNKNOWN = {'LotFrontage': 0.18, 'Alley': 0.93, 'FireplaceQu': 0.47, 'PoolQC': 0.97, 'Fence': 0.8, 'MiscFeature': 0.96,
                 'GarageYrBlt': 0.05}


def houses(first, count, priced):
    """A price goes with the quality, the places to live and to park, and the year."""
    def made():
        numbers = random.Random(first)
        lines = [','.join(['Id', *COLUMNS] + ['SalePrice'] * priced)]
        for number in range(first, first + count):
            good, row = numbers.random(), [number]
            for name in COLUMNS:
                at = min(1, max(0, numbers.gauss(0.2 + good * 0.5, 0.15)))
                if numbers.random() < OFTEN_UNKNOWN.get(name, 0):
                    row.append('NA')
                elif name in KINDS:  # each of them in the first rows
                    at = (number - first) / 25 % 1 if number - first < 50 else at
                    row.append(f'{name[:2]}{int(at * (KINDS[name] - 0.01))}')
                else:
                    least, most = map(int, NUMBERS[name])
                    row.append(round(least + at * (most - least)))
            lines.append(','.join(map(str, row + [round(math.exp(11.1 + good * 1.7 + numbers.gauss(0, 0.1)))] * priced)))
        return '\n'.join(lines) + '\n'
    return made


MADE = {'kaggle_house_pred_train.csv': houses(1, 1460, True), 'kaggle_house_pred_test.csv': houses(1461, 1459, False)}
